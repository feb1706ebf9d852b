-- Where a new line of a rule file begins.
if vim.b.did_indent then
  return
end
vim.b.did_indent = true

vim.bo.indentexpr = "v:lua.require'blanche.indent'.indent(v:lnum)"
-- A word that begins an item ends a move.
vim.bo.indentkeys = "o,O,!^F,0=rule,0=move,0=draw,0=fact,0=score,0=state,0=start,0=use,0=export,0=preference,0=claims,0=sort"
vim.b.undo_indent = "setlocal indentexpr< indentkeys<"
