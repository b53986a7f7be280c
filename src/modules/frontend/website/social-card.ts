import { html } from 'ghtml'

/** The path of the picture of the home page for posts and chats: 1200 by 630 pixels. */
export const socialCardPath = '/social-card.png'

interface CardTexts {
  readonly heading: string
  readonly lead: string
}

/** The tags that networks and messengers use to show a link to the home page. Their addresses must be absolute. */
export function renderSocialCard({ heading, lead }: CardTexts, publicUrl: string): string {
  return html`<meta name="description" content="${lead}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Tack">
<meta property="og:url" content="${publicUrl}/">
<meta property="og:title" content="${heading}">
<meta property="og:description" content="${lead}">
<meta property="og:image" content="${publicUrl}${socialCardPath}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="Tack: ${heading}">
<meta name="twitter:card" content="summary_large_image">
`
}
