"""The commands, one module each, or one package; `shared` is what several commands share.

A command's module has the command's name and offers it as `command`. Nothing else registers it.
"""
