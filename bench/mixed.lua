-- What visitors and integrations do at once: 90 % redirects, 5 % resolutions, 5 % new links, over 10,000 links. The n-th
-- link is requested in proportion to 1/n (Zipf). Counts what was answered, for mixed.ts to compare with the database.
local links = 10000
local token = os.getenv('BENCH_TOKEN')
local sums, total = {}, 0
for n = 1, links do
  total = total + 1 / n
  sums[n] = total
end

local threads = {}
function setup(thread)
  table.insert(threads, thread)
end

function init()
  redirects, resolved, created, failed, asked = 0, 0, 0, 0, 0
  math.randomseed(42)
end

local function code()
  local wanted, low, high = math.random() * total, 1, links
  while low < high do
    local middle = math.floor((low + high) / 2)
    if sums[middle] < wanted then low = middle + 1 else high = middle end
  end
  return 'bench-' .. low
end

function request()
  asked = asked + 1
  local dice = asked % 20
  if dice == 0 then return wrk.format('GET', '/v1/urls/redirect/' .. code()) end
  if dice == 10 then
    local headers = { ['Content-Type'] = 'application/json', ['Authorization'] = 'Bearer ' .. token }
    return wrk.format('POST', '/v1/urls', headers, '{"longUrl":"https://example.com/' .. asked .. '"}')
  end
  return wrk.format('GET', '/' .. code())
end

function response(status)
  if status == 302 then redirects = redirects + 1
  elseif status == 200 then resolved = resolved + 1
  elseif status == 201 then created = created + 1
  else failed = failed + 1 end
end

function done()
  local sum = { redirects = 0, resolved = 0, created = 0, failed = 0 }
  for _, thread in ipairs(threads) do
    for name in pairs(sum) do sum[name] = sum[name] + thread:get(name) end
  end
  io.write(string.format('counts %d %d %d %d\n', sum.redirects, sum.resolved, sum.created, sum.failed))
end
