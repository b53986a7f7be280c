import { createUrl, urls } from '../generated/kubb/index.ts'

export async function shorten(longUrl: string): Promise<string> {
  const { shortUrl } = await createUrl({ longUrl })
  return shortUrl
}

export async function titles(): Promise<string[]> {
  return (await urls({ page: 1, limit: 20 })).map(({ title }) => title)
}
