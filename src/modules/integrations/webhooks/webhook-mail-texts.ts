import type { Translations } from '../../../platform/web/language.ts'
import type { DisabledReason } from './webhook.entity.ts'

interface WebhookMailTexts {
  readonly subject: string
  /** `host` is the host in the URL of the webhook. */
  readonly lead: (name: string, host: string) => string
  readonly reason: Readonly<Record<DisabledReason, string>>
  readonly advice: string
}

export const webhookMailTexts: Translations<WebhookMailTexts> = {
  en: {
    subject: 'A webhook was switched off',
    lead: (name, host) => `The webhook “${name}” to ${host} was switched off. It gets no more events.`,
    reason: {
      failures: 'Its receiver has failed for more than a day.',
      gone: 'Its receiver responded with 410: it wants no more events.',
    },
    advice: 'When the receiver works again, switch the webhook on and let the missed events be sent again.',
  },
  de: {
    subject: 'Ein Webhook wurde abgeschaltet',
    lead: (name, host) => `Der Webhook „${name}“ zu ${host} wurde abgeschaltet. Er erhält keine Ereignisse mehr.`,
    reason: {
      failures: 'Sein Empfänger hat mehr als einen Tag lang versagt.',
      gone: 'Sein Empfänger hat mit 410 geantwortet: Er möchte keine Ereignisse mehr.',
    },
    advice:
      'Wenn der Empfänger wieder arbeitet, schalten Sie den Webhook ein und lassen Sie die versäumten Ereignisse erneut senden.',
  },
  fr: {
    subject: 'Un webhook a été désactivé',
    lead: (name, host) =>
      `Le webhook «\u00a0${name}\u00a0» vers ${host} a été désactivé. Il ne reçoit plus d’événements.`,
    reason: {
      failures: 'Son destinataire est en échec depuis plus d’un jour.',
      gone: 'Son destinataire a répondu 410\u00a0: il ne veut plus d’événements.',
    },
    advice: 'Quand le destinataire fonctionnera de nouveau, réactivez le webhook et renvoyez les événements manqués.',
  },
  es: {
    subject: 'Se ha desactivado un webhook',
    lead: (name, host) => `Se ha desactivado el webhook «${name}» hacia ${host}. Ya no recibe eventos.`,
    reason: {
      failures: 'Su receptor ha fallado durante más de un día.',
      gone: 'Su receptor ha respondido con 410: no quiere más eventos.',
    },
    advice: 'Cuando el receptor vuelva a funcionar, active el webhook y haga que se reenvíen los eventos perdidos.',
  },
}
