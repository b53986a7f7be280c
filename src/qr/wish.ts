import { judge } from '../graphql/judge.ts'
import { QrDesignArgs } from './args.ts'
import { plainDesign } from './rules/design.ts'

/**
 * What the query of a picture at a short address asks for, by the names the API has for it. Other parameters are somebody
 * else's. Throws `InvalidParams` as the API does.
 */
export async function readQrWish(query: string): Promise<QrDesignArgs> {
  const given = new URLSearchParams(query)
  const named = Object.entries(plainDesign).flatMap(([name, value]): [string, unknown][] => {
    const text = given.get(name)
    return text === null ? [] : [[name, readers[typeof value as keyof typeof readers](text)]]
  })
  const wish = Object.assign(new QrDesignArgs(), Object.fromEntries(named))
  await judge(wish, QrDesignArgs, { args: {} })
  return wish
}

/** Text stands for itself where it is no number and no truth value; the judge then finds it wrong. */
const readers = {
  number: (text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : text),
  boolean: (text: string) => (/^(true|false|1|0)$/.test(text) ? text === 'true' || text === '1' : text),
  string: (text: string) => text,
}
