-- What somebody does who edits a rule file; every step prints what can be seen then.

local function say(text)
  io.stderr:write(text .. "\n")
end

local function wait_for(what, holds)
  if not vim.wait(20000, holds, 20) then
    say("waited in vain for " .. what)
    vim.cmd("cquit 1")
  end
end

local function messages()
  local shown = {}
  for _, message in ipairs(vim.diagnostic.get(0)) do
    local title = vim.split(message.message, "\n")[1]
    local code = message.code or message.user_data.lsp.code
    table.insert(shown, string.format("%s %d:%d-%d %s", code, message.lnum, message.col, message.end_col, title))
  end
  return table.concat(shown, "; ")
end

local function line(number)
  return vim.api.nvim_buf_get_lines(0, number - 1, number, false)[1]
end

local function position(row, column)
  vim.api.nvim_win_set_cursor(0, { row, column })
  return vim.lsp.util.make_position_params(0, "utf-16")
end

local function ask(method, parameters)
  local answers = vim.lsp.buf_request_sync(0, method, parameters, 20000) or {}
  for _, answer in pairs(answers) do
    if answer.error then
      say(method .. ": " .. answer.error.message)
    end
    return answer.result
  end
end

local function apply(edit)
  vim.lsp.util.apply_workspace_edit(edit, "utf-16")
end

wait_for("messages", function()
  return #vim.diagnostic.get(0) > 0
end)
say("messages: " .. messages())

local hover = ask("textDocument/hover", position(5, 24))
say("hover: " .. vim.split(hover.contents.value, "\n")[2])

-- Neovim counts bytes; the place behind `¬` is one unit of UTF-16 further left.
local actions = position(5, 44)
actions.range = { start = actions.position, ["end"] = actions.position }
actions.context = { diagnostics = {} }
apply(ask("textDocument/codeAction", actions)[1].edit)
say("fixed: " .. line(5))
wait_for("no messages", function()
  return #vim.diagnostic.get(0) == 0
end)
say("messages: " .. (messages() == "" and "none" or messages()))

local rename = position(5, 1)
rename.newName = "elder"
apply(ask("textDocument/rename", rename))
say("renamed: " .. line(5))
say("renamed: " .. line(6))

local format = { textDocument = vim.lsp.util.make_text_document_params(), options = { tabSize = 4, insertSpaces = true } }
vim.lsp.util.apply_text_edits(ask("textDocument/formatting", format), 0, "utf-16")
say("formatted: " .. line(6))

vim.api.nvim_buf_set_lines(0, 6, 6, false, { "new(Old) :- par" })
local found = ask("textDocument/completion", position(7, 15))
for _, item in ipairs(found.items) do
  if item.filterText == "parent" then
    say("completed: " .. item.textEdit.newText)
  end
end
say("omnifunc: " .. vim.bo.omnifunc)

-- What a line of its own is coloured as, by looks.
local function colours(text, words)
  vim.api.nvim_buf_set_lines(0, 7, -1, false, { text })
  local shown = {}
  for _, word in ipairs(words) do
    local column = text:find(word, 1, true)
    table.insert(shown, vim.fn.synIDattr(vim.fn.synID(8, column, 1), "name"))
  end
  say("colours: " .. table.concat(shown, " "))
end

colours("rule t.threat for left at level 3 plays Field1 if in(Field1, pale) % in(x)", {
  "rule", "t.threat", "for", "left", "3", "Field1", "in(", "pale", "% in",
})
colours("use five-in-a-row/shapes", { "use", "five", "shapes" })

local function typed(keys)
  vim.api.nvim_buf_set_lines(0, 7, -1, false, {})
  vim.cmd('execute "normal! Go' .. keys:gsub("\n", "\\<CR>") .. '"')
  local written = vim.api.nvim_buf_get_lines(0, 7, -1, false)
  say("typed: " .. table.concat(written, " | "))
end

typed("rule next for left at level 1 if\nold(Old, Young),\nequal(Old, % why\nYoung)\nold(A) :-\nolder(A)\n\nuse x")
typed("move mark for Side plays Field if empty(Field)\nadds mark(Field, Side)\nremoves empty(Field)\n\nuse x")
typed("move mark for Side plays Field if empty(Field)\nadds mark(Field, Side)\nrule five for Side at level 0 if\nfive(Side) =\n3")
-- A layout that stands already stays, in brackets too.
local nested = { "a(X) :- b(X),", "    after place(X): (", "        c(X),", "        d(X))", "e(X) :- f(X)" }
vim.api.nvim_buf_set_lines(0, 7, -1, false, nested)
vim.cmd("silent normal! gg=G")
say("kept: " .. table.concat(vim.api.nvim_buf_get_lines(0, 7, -1, false), " | "))
vim.cmd("quitall!")
