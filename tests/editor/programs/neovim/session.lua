-- A session in a real editor: a rulebook is typed, put right by a quick fix, renamed; a playthrough is completed.
-- Arguments: the command of the server, the folder, the file that gets the results as JSON.
local server, folder, out = vim.env.SERVER, vim.env.FOLDER, vim.env.OUT
local result = { log = {} }

local function fail(message)
  vim.fn.writefile({ vim.fn.json_encode({ error = tostring(message), log = result.log }) }, out)
  vim.cmd("cquit")
end

local handlers = {
  ["window/showMessage"] = function(_, params) table.insert(result.log, params.message) end,
  ["window/logMessage"] = function(_, params) table.insert(result.log, params.message) end,
}

local client = vim.lsp.start_client({
  cmd = vim.split(server, " "), root_dir = folder, name = "rulewright", handlers = handlers,
})

local function open(name, lines)
  vim.cmd("edit " .. vim.fn.fnameescape(folder .. "/" .. name))
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].filetype = name:match("play$") and "rulewright_play" or "rulewright"
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.lsp.buf_attach_client(buffer, client)
  return buffer
end

local function wait(what, condition)
  if not vim.wait(60000, condition, 50) then error("waited in vain: " .. what) end
end

local function diagnostics(buffer)
  return vim.tbl_map(function(each) return each.code or each.message end, vim.diagnostic.get(buffer))
end

local function ask(buffer, method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 60000)
  local answer = answers and answers[client]
  if not answer or answer.err then error(method .. ": " .. vim.inspect(answer)) end
  return answer.result
end

local function at(buffer, line, character)
  return { textDocument = { uri = vim.uri_from_bufnr(buffer) }, position = { line = line, character = character } }
end

local function find(buffer, text)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then return number - 1, column - 1 end
  end
  error("not there: " .. text)
end

local function session()
  local rules = open("stones.rules", vim.fn.readfile(folder .. "/typed.txt"))
  wait("a mistake", function() return vim.tbl_contains(diagnostics(rules), "E201") end)

  -- The quick fix of the misspelt word.
  local line, column = find(rules, "stonse")
  local asked = at(rules, line, column)
  asked.range = { start = asked.position, ["end"] = asked.position }
  asked.context = { diagnostics = {} }
  for _, action in ipairs(ask(rules, "textDocument/codeAction", asked)) do
    if action.title == "Write `stones`" then vim.lsp.util.apply_workspace_edit(action.edit, "utf-16") end
  end
  wait("no mistake", function() return #diagnostics(rules) == 0 end)
  result.fixed = vim.api.nvim_buf_get_lines(rules, line, line + 1, false)[1]

  line, column = find(rules, "stones loses")
  result.hover = vim.inspect(ask(rules, "textDocument/hover", at(rules, line, column)).contents)
  local wanted = at(rules, line, column)
  wanted.newName = "pebbles"
  vim.lsp.util.apply_workspace_edit(ask(rules, "textDocument/rename", wanted), "utf-16")
  vim.cmd("silent write!")
  wait("no mistake after the rename", function() return #diagnostics(rules) == 0 end)
  result.renamed = table.concat(vim.api.nvim_buf_get_lines(rules, 0, -1, false), "\n")

  local play = open("first.play", { "game stones", "players Anna, Boris", "", "Anna: " })
  local offers = ask(play, "textDocument/completion", at(play, 3, 6))
  result.moves = vim.tbl_map(function(offer) return offer.label end, offers.items or offers)
  vim.api.nvim_buf_set_lines(play, 3, 4, false, { "Anna: take 2", "Anna: take 1" })
  wait("a refused move", function()
    local found = vim.diagnostic.get(play)
    result.refused = found[1] and found[1].message or ""
    return result.refused:find("Boris", 1, true) ~= nil
  end)
end

local ok, message = pcall(session)
if not ok then fail(message) end
vim.fn.writefile({ vim.fn.json_encode(result) }, out)
vim.lsp.stop_client(client)
vim.wait(5000, function() return vim.lsp.client_is_stopped(client) end, 50)
vim.cmd("qall!")
