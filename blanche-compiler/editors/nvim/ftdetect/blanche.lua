-- Rule files end in `.blanche`.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.blanche",
  callback = function()
    vim.bo.filetype = "blanche"
  end,
})
