import { html } from 'ghtml'
import type { Language } from './language.ts'

export interface LayoutOptions {
  readonly lang: Language
  /** Plain text for the tab; escaped here. */
  readonly title: string
  /** What else stands in the head, already escaped. */
  readonly head: string
  /** The body element, already escaped. */
  readonly body: string
}

/** The document around every page of ours: for no search engine, readable on any screen, in light and dark. */
export function layout({ lang, title, head, body }: LayoutOptions): string {
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
!${head}
</head>
!${body}
</html>
`
}
