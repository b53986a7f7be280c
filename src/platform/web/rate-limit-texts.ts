import type { Language, Translations } from './language.ts'

interface RateLimitTexts {
  readonly title: string
  readonly wait: (time: string) => string
}

const rateLimitTexts: Translations<RateLimitTexts> = {
  en: { title: 'That was a little fast', wait: (time) => `Wait ${time}, then reload this page.` },
  de: { title: 'Das ging etwas schnell', wait: (time) => `Warten Sie ${time} und laden Sie diese Seite dann neu.` },
  fr: { title: 'C’était un peu rapide', wait: (time) => `Attendez ${time}, puis rechargez cette page.` },
  es: { title: 'Eso ha sido un poco rápido', wait: (time) => `Espere ${time} y vuelva a cargar esta página.` },
}

/** The heading of every page about a rate limit. */
export function rateLimitTitle(lang: Language): string {
  return rateLimitTexts[lang].title
}

/** When to retry: in seconds below a minute, otherwise in whole minutes, rounded up. */
export function waitSentence(lang: Language, seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return rateLimitTexts[lang].wait(
    new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
  )
}
