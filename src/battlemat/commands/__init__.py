"""The commands, one module each; modules that begin with `_` are what commands share.

A command's module has the command's name and offers it as `command`. Nothing else registers it.
"""
