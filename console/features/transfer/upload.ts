import { base } from '../../app/base.ts'
import { fetchWithToken } from '../../app/session.ts'
import { explain, networkSentence, type Problem } from '../../graph/problems.ts'

/** Sends a file as the content of an import that waits for it. Returns what is wrong, or null. */
export async function uploadFile(importId: string, file: File): Promise<Problem | null> {
  const type = /\.json$/i.test(file.name) ? 'application/json' : 'text/csv'
  try {
    const address = `${base}/v1/imports/${importId}/content`
    const response = await fetchWithToken(address, { method: 'PUT', body: file, headers: { 'content-type': type } })
    return response.ok ? null : explain((await response.json()).error)
  } catch {
    return { message: networkSentence(), fields: {} }
  }
}
