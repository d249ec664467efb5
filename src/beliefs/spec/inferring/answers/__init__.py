"""What routes answer: lists, figures, single rows, pages, files."""
