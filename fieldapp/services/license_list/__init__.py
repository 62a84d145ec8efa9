"""A city's license list: read the file, map its columns, judge every row, apply what is new."""
