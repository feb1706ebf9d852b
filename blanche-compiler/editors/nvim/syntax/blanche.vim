" Colours of BLANCHE by looks. A language server that colours by meaning goes over them, with the same groups.
if exists("b:current_syntax")
  finish
endif

" What is not one of the things below is a constant, or the name of a sort.
syntax match blancheConstant "\<\%(\u\|\d\+\>\)\@!\k\+"
syntax match blanchePredicate "\<\u\@!\k\+\ze("
syntax match blancheVariable "\<\u[[:alnum:]_]*"
syntax match blancheNumber "\<\d\+\>"
syntax match blancheNot "¬"
syntax keyword blancheNot not
syntax match blancheDenotes ":-"
syntax match blancheOperator "[=≠<≤>≥+]\|!=\|\\=\|\%(^\|[^:]\)\@1<=-"
syntax match blancheDeclaration "^\(rule\|domain\|base\|library\|use\|sort\|players\|extern\|facts\?\|action\|export\|score\)\>"
syntax match blancheDeclaration "^\(board\|symmetry\|starts\|state\|start\|move\|blocked\|draw\)\ze\s\+[[:alnum:]]"
syntax match blancheDeclaration "^\(claims\|preference\|drawn\|notation\)\ze\s\+[[:alnum:]]"
syntax match blancheRule "\%(^\%(rule\|score\|move\|preference\|draw\)\s\+\)\@<=\k\+"
syntax match blancheFile "\%(^\%(use\|base\|domain\)\s\+\)\@<=[^[:space:]%]\+"
" What a move does stands on lines of its own.
syntax match blancheKeyword "^\s*\(removes\|adds\|then\)\ze\s\+[[:alnum:]]"
syntax match blancheKeyword "\<up\s\+to\s\+symmetry\>"
" `open` is a name in front of a bracket, as in a head.
syntax match blancheDeclaration "^open\ze\s\+[[:alnum:]]"
syntax keyword blancheKeyword for against at level plays if attacking defending when named after asks
syntax keyword blancheKeyword words playable part of like to growing bound free gives tests about
syntax keyword blancheKeyword by hexagonal dark numbered one history loses draws suppose worth as
syntax match blancheComment "%.*$" contains=@Spell
syntax match blancheDoc "^\s*%%.*$" contains=@Spell
syntax match blancheAllow "^\s*%!.*$"

highlight default link blancheComment Comment
highlight default link blancheDoc SpecialComment
highlight default link blancheAllow PreProc
highlight default link blancheVariable Identifier
highlight default link blancheConstant Constant
highlight default link blanchePredicate Function
highlight default link blancheRule Title
highlight default link blancheFile String
highlight default link blancheSort Type
highlight default link blancheNumber Number
highlight default link blancheNot Operator
highlight default link blancheDenotes Operator
highlight default link blancheOperator Operator
highlight default link blancheDeclaration Statement
highlight default link blancheKeyword Keyword

" What the server says of words, from Neovim 0.9 on.
if has("nvim-0.9")
  highlight default link @lsp.type.event.blanche blancheRule
  highlight default link @lsp.type.function.blanche blanchePredicate
  highlight default link @lsp.type.method.blanche blanchePredicate
  highlight default link @lsp.type.enumMember.blanche blancheConstant
  highlight default link @lsp.type.type.blanche blancheSort
  highlight default link @lsp.type.variable.blanche blancheVariable
  highlight default link @lsp.type.parameter.blanche blancheVariable
  highlight default link @lsp.type.number.blanche blancheNumber
  highlight default link @lsp.type.operator.blanche blancheOperator
  highlight default link @lsp.type.namespace.blanche blancheFile
  highlight default link @lsp.type.keyword.blanche blancheKeyword
endif

let b:current_syntax = "blanche"
