autocmd BufNewFile,BufRead *.led setfiletype led
