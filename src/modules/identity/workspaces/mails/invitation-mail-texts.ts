import type { WorkspaceRole } from '../../../../platform/auth/workspace-role.ts'
import type { Translations } from '../../../../platform/web/language.ts'

/** The roles as people read them. */
export const roleTexts: Translations<Readonly<Record<WorkspaceRole, string>>> = {
  en: { owner: 'owner', admin: 'admin', member: 'member', viewer: 'viewer' },
  de: { owner: 'Eigentümer', admin: 'Administrator', member: 'Mitglied', viewer: 'Leser' },
  fr: { owner: 'propriétaire', admin: 'administrateur', member: 'membre', viewer: 'lecteur' },
  es: { owner: 'propietario', admin: 'administrador', member: 'miembro', viewer: 'lector' },
}

interface InvitationMailTexts {
  readonly subject: string
  /** `inviter` is an e-mail address. The workspace has no name here, because a stranger chose it. */
  readonly lead: (inviter: string | null) => string
  readonly role: (role: WorkspaceRole) => string
  readonly action: string
  readonly notes: readonly string[]
}

export const invitationMailTexts: Translations<InvitationMailTexts> = {
  en: {
    subject: 'Invitation to a workspace',
    lead: (inviter) => `${inviter ?? 'Somebody'} invites you to a workspace, whose members share their short links.`,
    role: (role) => `Your role: ${roleTexts.en[role]}.`,
    action: 'Look at the invitation',
    notes: [
      'The invitation is for this address alone. It works once, for 14 days.',
      'If you expected no invitation, ignore this message. Nothing happens then.',
    ],
  },
  de: {
    subject: 'Einladung in einen Arbeitsbereich',
    lead: (inviter) =>
      `${inviter ?? 'Jemand'} lädt Sie in einen Arbeitsbereich ein, dessen Mitglieder ihre Kurzlinks gemeinsam verwalten.`,
    role: (role) => `Ihre Rolle: ${roleTexts.de[role]}.`,
    action: 'Einladung ansehen',
    notes: [
      'Die Einladung gilt nur für diese Adresse, einmal und 14 Tage lang.',
      'Wenn Sie keine Einladung erwartet haben, brauchen Sie nichts zu tun. Dann passiert nichts.',
    ],
  },
  fr: {
    subject: 'Invitation dans un espace de travail',
    lead: (inviter) =>
      `${inviter ?? 'Quelqu’un'} vous invite dans un espace de travail, dont les membres partagent leurs liens courts.`,
    role: (role) => `Votre rôle\u00a0: ${roleTexts.fr[role]}.`,
    action: 'Voir l’invitation',
    notes: [
      'L’invitation est réservée à cette adresse. Elle fonctionne une seule fois, pendant 14 jours.',
      'Si vous n’attendiez pas d’invitation, ignorez ce message\u00a0: il ne se passera rien.',
    ],
  },
  es: {
    subject: 'Invitación a un espacio de trabajo',
    lead: (inviter) =>
      `${inviter ?? 'Alguien'} le invita a un espacio de trabajo, cuyos miembros comparten sus enlaces cortos.`,
    role: (role) => `Su rol: ${roleTexts.es[role]}.`,
    action: 'Ver la invitación',
    notes: [
      'La invitación es solo para esta dirección. Funciona una sola vez, durante 14 días.',
      'Si no esperaba ninguna invitación, ignore este mensaje. No pasará nada.',
    ],
  },
}
