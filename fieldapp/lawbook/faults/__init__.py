"""What can be wrong in the lawbook: fields.py looks at one piece, whole_book.py at all of them together."""
