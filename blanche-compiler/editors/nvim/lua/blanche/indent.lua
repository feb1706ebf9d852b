-- Where a new line begins: below a head its body, below a finished clause or rule the next one.

local M = {}

-- What a line says, without its comment.
local function said(number)
  return (vim.fn.getline(number):gsub("%%.*$", ""):gsub("%s+$", ""))
end

-- Whether more must follow: behind a comma, a sign or a word that wants something, and inside brackets.
local function goes_on(text)
  local _, opened = text:gsub("%(", "")
  local _, closed = text:gsub("%)", "")
  return opened > closed
    or text:find("[,;:=<>+]$")
    or text:find("[:%s]%-$")
    or text:find("¬$")
    or text:find("%f[%w]if$")
    or text:find("%f[%w]suppose$")
end

-- Words that begin an item.
local ITEMS = {}
for word in ("action base board blocked claims domain draw drawn export extern fact facts library margin move "
  .. "notation open players preference rule score sort start starts state symmetry use"):gmatch("%a+") do
  ITEMS[word] = true
end

-- What a move does stands below its premise, which looks finished.
local function is_in_move(number)
  while number > 1 and vim.fn.indent(number) > 0 do
    number = number - 1
  end
  return said(number):find("^move%s") ~= nil
end

-- The column where the line begins.
function M.indent(number)
  local above = number - 1
  local text = said(above)
  if above < 1 or vim.fn.getline(above):find("^%s*$") then
    return 0
  end
  if text == "" then
    return vim.fn.indent(above)
  end
  local own = said(number)
  if goes_on(text) then
    -- A line that is written already may stand deeper, as in brackets.
    local least = vim.fn.indent(above) == 0 and vim.fn.shiftwidth() or 1
    return own ~= "" and math.max(vim.fn.indent(number), least) or math.max(vim.fn.indent(above), vim.fn.shiftwidth())
  end
  if is_in_move(above) and not ITEMS[own:match("^%s*(%l+)%f[%s]") or own:match("^%s*(%l+)$") or ""] then
    return math.max(vim.fn.indent(above), vim.fn.shiftwidth())
  end
  return 0
end

return M
