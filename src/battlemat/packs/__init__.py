"""Reading and checking the files that people write, and the content that is shipped."""
