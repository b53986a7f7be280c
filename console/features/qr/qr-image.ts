import { useEffect, useState } from 'react'
import { saveBlob } from '../../graph/download.ts'

/**
 * The address of an image on this origin. The graph names the public address of the service, and a page may load images
 * from its own origin only.
 */
export function localAddress(href: string): string {
  const { pathname, search } = new URL(href)
  return pathname + search
}

/** The address of the same design as another image. */
export function withOptions(href: string, options: Readonly<Record<string, string>>): string {
  const url = new URL(href)
  for (const [name, value] of Object.entries(options)) url.searchParams.set(name, value)
  return url.href
}

/** Fetches an image as an address of this page; the one before stays until it is there. `version` asks for it anew. */
export function useImage(href: string | undefined, version = ''): string | null {
  const [image, setImage] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: A logo changes the picture at the same address.
  useEffect(() => {
    if (!href) return
    const abort = new AbortController()
    fetchImage(href, abort.signal).then(
      (blob) => setImage(URL.createObjectURL(blob)),
      () => {},
    )
    return () => abort.abort()
  }, [href, version])
  useEffect(() => () => URL.revokeObjectURL(image ?? ''), [image])
  return image
}

/** Saves an image as a file. The answer of the service is asked for anew, because a design may have changed since. */
export async function saveImage(href: string, fileName: string): Promise<void> {
  saveBlob(await fetchImage(href), fileName)
}

async function fetchImage(href: string, signal: AbortSignal | null = null): Promise<Blob> {
  const response = await fetch(localAddress(href), { cache: 'no-cache', signal })
  if (!response.ok) throw new Error(`The service answered ${response.status}.`)
  return response.blob()
}
