import { createUrl, urls } from '../generated/orval/tack.js'

export async function shorten(longUrl: string): Promise<string> {
  const answer = await createUrl({ longUrl })
  if (answer.status === 201) return answer.data.shortUrl
  throw new Error(`${answer.data.error.code}: ${answer.data.error.resolution}`)
}

export async function titles(): Promise<string[]> {
  const answer = await urls({ page: 1, limit: 20 })
  return answer.status === 200 ? answer.data.map(({ title }) => title) : []
}
