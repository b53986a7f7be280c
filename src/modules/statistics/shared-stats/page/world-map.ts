import { html } from 'ghtml'
import type { Language } from '../../../../platform/web/language.ts'
import { translator } from '../../../../platform/web/texts.ts'
import { findCoordinates } from '../../../visits/clicks/index.ts'
import type { SharedStats } from '../public/shared-stats.types.ts'
import { mapSize, projectOnMap } from './map-projection.ts'
import { nameOfCountry } from './value-names.ts'
import { worldOutline } from './world-outline.ts'

/** The radius of the largest dot, and of the smallest dot, in units of the map. The area of a dot shows the clicks. */
const [maxRadius, minRadius] = [20, 4]

/**
 * A map of the world with a dot for each country, the largest first, so that small dots are above large ones. Empty
 * when no country has known coordinates.
 */
export function renderWorldMap(lang: Language, { countries }: SharedStats): string {
  const t = translator(lang)
  const count = new Intl.NumberFormat(lang)
  const located = countries.flatMap(({ name, clicks }) => {
    const coordinates = findCoordinates(name)
    return coordinates ? [{ name, clicks, place: projectOnMap(...coordinates) }] : []
  })
  if (located.length === 0) return ''
  const most = Math.max(...located.map(({ clicks }) => clicks), 1)
  const dots = located.map(({ name, clicks, place: [x, y] }) => {
    const radius = Math.max(minRadius, maxRadius * Math.sqrt(clicks / most))
    const title = `${nameOfCountry(lang, name)}: ${count.format(clicks)}`
    return html`<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}"><title>${title}</title></circle>`
  })
  return html`<svg class="map" viewBox="0 0 ${mapSize.width} ${mapSize.height}" role="img" aria-labelledby="map-title map-text"><title id="map-title">${t('page.stats.map')}</title><desc id="map-text">${t('page.stats.mapSummary')}</desc><path d="!${worldOutline}"/>!${dots.join('')}</svg>`
}
