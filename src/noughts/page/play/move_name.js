// The names of moves: texts that are read back wherever a move is written, in records and links too.

export const isMoveName = (text) => !/^$|[;~\p{C}]|(?! )\p{Z}|^[ ,]|[ ,]$| {2}/u.test(text);
