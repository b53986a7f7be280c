import { createUrl, type UrlItem, urls } from '../generated/hey-api/index.js'

export async function shorten(longUrl: string): Promise<UrlItem> {
  const { data, error } = await createUrl({ body: { longUrl } })
  if (error) throw new Error(`${error.error.code}: ${error.error.resolution}`)
  return data
}

export async function titles(): Promise<string[]> {
  const { data = [] } = await urls({ query: { page: 1, limit: 20 } })
  return data.map(({ title }) => title)
}
