import { type Scope, scopes } from '../../access/scopes.ts'
import type { Translated } from '../../server/language.ts'

/** What a person reads who is asked to grant a scope. */
export const scopeWords: Translated<Readonly<Record<Scope, string>>> = {
  en: scopes,
  de: {
    'read:links': 'Links und ihre Metadaten lesen und dynamische QR-Codes auflisten.',
    'write:links': 'Links anlegen, ändern und löschen.',
    'read:analytics': 'Klickdaten und Besuchszahlen lesen.',
    'write:qr': 'Dynamische QR-Codes anlegen und verwalten.',
    'read:profile': 'Profil und Kontodaten lesen.',
    'write:profile': 'Profil und Zugangsdaten ändern.',
  },
  fr: {
    'read:links': 'Lire les liens et leurs métadonnées, et lister les codes QR dynamiques.',
    'write:links': 'Créer, modifier et supprimer des liens.',
    'read:analytics': 'Lire les données de clics et les chiffres de fréquentation.',
    'write:qr': 'Créer et gérer des codes QR dynamiques.',
    'read:profile': 'Lire le profil et les informations du compte.',
    'write:profile': 'Modifier le profil et les identifiants.',
  },
  es: {
    'read:links': 'Leer los enlaces y sus metadatos, y listar los códigos QR dinámicos.',
    'write:links': 'Crear, modificar y eliminar enlaces.',
    'read:analytics': 'Leer los datos de clics y las métricas de visitantes.',
    'write:qr': 'Crear y gestionar códigos QR dinámicos.',
    'read:profile': 'Leer el perfil y los datos de la cuenta.',
    'write:profile': 'Modificar el perfil y las credenciales.',
  },
}
