" Comments of the prose, for commands such as gcc.
setlocal commentstring=<!--\ %s\ -->
let b:undo_ftplugin = "setlocal commentstring<"
