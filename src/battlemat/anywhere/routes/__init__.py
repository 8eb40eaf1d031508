"""What a page's own house answers, a module for each part of the interface."""
