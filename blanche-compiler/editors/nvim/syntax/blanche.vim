" Colours of BLANCHE by looks; a language server that colours by meaning goes over them.
if exists("b:current_syntax")
  finish
endif

syntax match blancheComment "%.*$" contains=@Spell
syntax match blancheDoc "^\s*%%.*$" contains=@Spell
syntax match blancheAllow "^\s*%!.*$"
syntax match blancheVariable "\<\u[[:alnum:]_]*"
syntax match blancheNumber "\<\d\+\>"
syntax match blancheNot "¬"
syntax keyword blancheNot not
syntax match blancheDenotes ":-"
syntax match blancheOperator "[=≠<≤>≥+]\|!=\|\\=\|\%(^\|[^:]\)\@1<=-"
syntax match blancheDeclaration "^\(rule\|domain\|base\|library\|use\|sort\|players\|extern\|facts\?\|action\|export\|score\)\>"
syntax match blancheDeclaration "^\(board\|symmetry\|starts\|state\|start\|move\|blocked\|draw\)\ze\s\+[[:alnum:]]"
syntax match blancheDeclaration "^\(claims\|preference\|drawn\|notation\)\ze\s\+[[:alnum:]]"
" What a move does stands on lines of its own.
syntax match blancheKeyword "^\s*\(removes\|adds\|then\)\ze\s\+[[:alnum:]]"
syntax match blancheKeyword "\<up\s\+to\s\+symmetry\>"
" `open` is a name in front of a bracket, as in a head.
syntax match blancheDeclaration "^open\ze\s\+[[:alnum:]]"
syntax keyword blancheKeyword for against at level plays if attacking defending after asks
syntax keyword blancheKeyword words playable part of like to growing bound free gives tests about
syntax keyword blancheKeyword by hexagonal dark numbered one history loses draws suppose worth as

highlight default link blancheComment Comment
highlight default link blancheDoc SpecialComment
highlight default link blancheAllow PreProc
highlight default link blancheVariable Identifier
highlight default link blancheNumber Number
highlight default link blancheNot Operator
highlight default link blancheDenotes Operator
highlight default link blancheOperator Operator
highlight default link blancheDeclaration Statement
highlight default link blancheKeyword Keyword

let b:current_syntax = "blanche"
