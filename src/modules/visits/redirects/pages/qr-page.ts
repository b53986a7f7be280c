import { html } from 'ghtml'
import type { Language, Translations } from '../../../../platform/web/language.ts'
import { type Page, renderPage } from '../../../../platform/web/page.ts'

export interface QrPageOptions {
  readonly code: string
  /** Base of short addresses. */
  readonly shortUrl: string
  /** Design options as a query string without its question mark; empty for the saved design. */
  readonly query: string
  /** The design has no light area around the code. */
  readonly needsLightSurface: boolean
}

const english = {
  title: 'Scan this code',
  hint: 'Point the camera of a phone at it. It opens',
  picture: (address: string) => `QR code for ${address}`,
  svg: 'Download as SVG, for print',
  png: 'Download as PNG',
  surface: 'This design has a transparent background or no margin. It can only be scanned on a light surface.',
}

const words: Translations<typeof english> = {
  en: english,
  de: {
    title: 'Diesen Code scannen',
    hint: 'Richten Sie die Kamera eines Telefons darauf. Er öffnet',
    picture: (address) => `QR-Code für ${address}`,
    svg: 'Als SVG herunterladen, zum Drucken',
    png: 'Als PNG herunterladen',
    surface: 'Dieser Code hat einen durchsichtigen Hintergrund oder keinen Rand. Er ist nur auf hellem Grund lesbar.',
  },
  fr: {
    title: 'Scannez ce code',
    hint: "Visez-le avec l'appareil photo d'un téléphone. Il ouvre",
    picture: (address) => `Code QR de ${address}`,
    svg: 'Télécharger en SVG, pour imprimer',
    png: 'Télécharger en PNG',
    surface: 'Ce code a un fond transparent ou pas de marge. Il ne se lit que sur une surface claire.',
  },
  es: {
    title: 'Escanee este código',
    hint: 'Apunte hacia él la cámara de un teléfono. Abre',
    picture: (address) => `Código QR de ${address}`,
    svg: 'Descargar como SVG, para imprimir',
    png: 'Descargar como PNG',
    surface: 'Este código tiene fondo transparente o no tiene margen. Solo se lee sobre una superficie clara.',
  },
}

/** Status 200: the QR code of a link, large enough to scan from a screen, and downloads of the image. */
export function qrPage(lang: Language, { code, shortUrl, query, needsLightSurface }: QrPageOptions): Page {
  const { title, hint, picture, svg, png, surface } = words[lang]
  const address = `${shortUrl}/${code}`
  const buildPath = (format: string) => `/${code}/qr.${format}${query && `?${query}`}`
  return renderPage({
    status: 200,
    title,
    lang,
    body: html`<h1>${title}</h1>
<p>${hint} <strong>${address.replace(/^https?:\/\//, '')}</strong></p>
<img class="picture" src="${buildPath('svg')}" alt="${picture(address)}">
!${needsLightSurface ? html`<p>${surface}</p>` : ''}
<a class="button" href="${buildPath('svg')}" download="${code}.svg">${svg}</a>
<a class="button secondary" href="${buildPath('png')}" download="${code}.png">${png}</a>`,
  })
}
