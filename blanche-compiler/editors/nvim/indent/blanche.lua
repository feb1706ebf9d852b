-- Where a new line of a rule file begins.
if vim.b.did_indent then
  return
end
vim.b.did_indent = true

vim.bo.indentexpr = "v:lua.require'blanche.indent'.indent(v:lnum)"
vim.bo.indentkeys = "o,O,!^F"
vim.b.undo_indent = "setlocal indentexpr< indentkeys<"
