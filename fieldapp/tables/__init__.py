"""The tables and every query, one noun a file. A query takes the city first; there is no variant without it."""
