/**
 * One decision in Redis, where scripts run one at a time. The arithmetic is that of rule.ts; a test plays both.
 *
 * KEYS: one for each count. ARGV: the instant in milliseconds, or nothing for the server's own; the cost; 1 to charge it
 * and 0 to look; then for each count its limit, its length, its first pause and its longest one, in milliseconds.
 * Answers whether it is admitted, the instant, and for each count how many and since when.
 */
export const decision = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local cost, charges = tonumber(ARGV[2]), ARGV[3] == '1'
local admitted, used, since, length, pause = 1, {}, {}, {}, {}
for i, key in ipairs(KEYS) do
  local limit, longest = tonumber(ARGV[4 * i]), tonumber(ARGV[4 * i + 3])
  length[i], pause[i] = tonumber(ARGV[4 * i + 1]), tonumber(ARGV[4 * i + 2])
  used[i], since[i] = 0, now
  local kept = redis.call('HMGET', key, 'used', 'since')
  local keptUsed, keptSince = tonumber(kept[1]), tonumber(kept[2])
  if keptUsed and keptSince and keptSince + length[i] > now and keptSince <= now + length[i] then
    used[i], since[i] = keptUsed, keptSince
  end
  if used[i] + cost > limit then
    local opens = since[i] + math.min(pause[i] * 2 ^ (used[i] - limit), longest)
    if pause[i] == 0 or used[i] < limit or now < opens then admitted = 0 end
  end
end
local answer = { admitted, now }
for i, key in ipairs(KEYS) do
  if charges and admitted == 1 then
    used[i] = used[i] + cost
    if pause[i] > 0 then since[i] = now end
    redis.call('HSET', key, 'used', string.format('%.0f', used[i]), 'since', string.format('%.0f', since[i]))
    redis.call('PEXPIRE', key, string.format('%.0f', since[i] + length[i] - now))
  end
  answer[2 * i + 1], answer[2 * i + 2] = used[i], since[i]
end
return answer
`

/** Takes one off each of the KEYS that is there. */
export const restitution = `
for _, key in ipairs(KEYS) do
  if (tonumber(redis.call('HGET', key, 'used')) or 0) > 0 then redis.call('HINCRBY', key, 'used', -1) end
end
`
