-- Settings of a rule file, and its language server.
vim.bo.commentstring = "% %s"
vim.bo.comments = ":%!,:%%,:%"
vim.bo.expandtab = true
vim.bo.shiftwidth = 4
vim.opt_local.iskeyword:append(".")

require("blanche").start()
