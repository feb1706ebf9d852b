-- The language server of BLANCHE in Neovim (0.7 or later).
--
-- Add this folder to 'runtimepath'; then every `.blanche` file is served. Two things can be chosen beforehand:
--   vim.g.blanche_command = { "blanche", "lsp" }   -- how the server is started
--   vim.g.blanche_on_attach = function(client, buffer) … end   -- keys of your own

local M = {}

-- One server serves all files of one root, where Neovim does not see to that itself.
local servers = {}

local function command()
  return vim.g.blanche_command or { "blanche", "lsp" }
end

-- The folder of a project: the one around `knowledge`, or that of the repository, or the file's own.
local function root(path)
  local folder = vim.fn.fnamemodify(path, ":p:h")
  local above = (folder .. "/"):match("^(.*)/knowledge/")
  if above and above ~= "" then
    return above
  end
  local repository = vim.fn.finddir(".git", folder .. ";")
  if repository ~= "" then
    return vim.fn.fnamemodify(repository, ":p:h:h")
  end
  return folder
end

-- Shows the page of a code, as `blanche explain` prints it, in a window of its own.
vim.lsp.commands["blanche.explain"] = function(command_, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  client.request("blanche/explain", { code = command_.arguments[1] }, function(_, page)
    if page then
      vim.lsp.util.open_floating_preview(vim.split(page, "\n"), "markdown", { border = "rounded" })
    end
  end, context.bufnr)
end

function M.start()
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
  local config = {
    name = "blanche",
    cmd = command(),
    root_dir = root(vim.api.nvim_buf_get_name(buffer)),
    on_attach = vim.g.blanche_on_attach,
  }
  if vim.lsp.start then
    vim.lsp.start(config)
    return
  end
  local known = servers[config.root_dir]
  if not known or vim.lsp.client_is_stopped(known) then
    known = vim.lsp.start_client(config)
    servers[config.root_dir] = known
  end
  if known then
    vim.lsp.buf_attach_client(buffer, known)
  end
end

return M
