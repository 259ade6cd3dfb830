" Documents of Noughts: prose with regions of definitions and claims.
if exists("b:current_syntax")
  finish
endif

syntax match ledHeading "^#\{1,6}[ \t].*$"
syntax region ledComment start="<!--" end="-->"
syntax region ledRegion matchgroup=Delimiter start="/\$" end="\$/" contains=@ledFormula
syntax region ledClaim matchgroup=Delimiter start="\%(\S\)\@1<!/?\ze\s" end="?/" contains=@ledFormula
syntax match ledTranscript "^[ \t]*cmd:>.*$"

syntax cluster ledFormula contains=ledString,ledAtom,ledNumber,ledTruth,ledWord,ledOperator,ledSign,ledHead
syntax match ledHead "\a\w*\ze\%(([A-Za-z0-9_, ]*)\)\?\s*\%(:=\|≔\|\<iff\>\)" contained
syntax keyword ledWord if otherwise where iff some all ledGame uses variable variables initially action automatic when contained
syntax keyword ledOperator in sub sec Sec Pow mod Sum Prod floor ceil U V contained
syntax keyword ledTruth true false contained
syntax match ledSign ":=\|≔\|<=>\|=>\|/=\|<=\|>=\|[∈∉⊆∪∩∖×∧∨¬⇒⇔∃∀≠≤≥≡∅∑∏⋃⋂↦&~\\]" contained
syntax match ledNumber "\<\d\+\%(\.\d\+\)\?\>" contained
syntax match ledAtom "`\a\w*" contained
syntax region ledString start=/"/ end=/"/ oneline contained

highlight default link ledHeading Title
highlight default link ledComment Comment
highlight default link ledTranscript PreProc
highlight default link ledHead Function
highlight default link ledWord Keyword
highlight default link ledOperator Operator
highlight default link ledSign Operator
highlight default link ledTruth Boolean
highlight default link ledNumber Number
highlight default link ledAtom Constant
highlight default link ledString String

let b:current_syntax = "led"
