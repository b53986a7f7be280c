import { useEffect, useRef } from 'react'
import { useQuery } from 'urql'
import { labels } from '../../graph/problem-sentences.ts'
import type { PlacesQuery } from '../../graph/types.ts'
import { formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import type { LinkDraft } from './draft.ts'
import styles from './edit-link.module.css'
import { PixelsToChoose } from './link-form.graphql.ts'

/** Fields that were written here and saved elsewhere at the same time. */
export interface Conflict {
  readonly names: readonly (keyof LinkDraft)[]
  readonly own: LinkDraft
  readonly saved: LinkDraft
}

export type Choice = 'own' | 'saved'
export type Choices = Readonly<Partial<Record<keyof LinkDraft, Choice>>>

interface ConflictsProps {
  readonly conflict: Conflict
  readonly choices: Choices
  readonly onChoose: (name: keyof LinkDraft, choice: Choice) => void
  readonly places: PlacesQuery | undefined
}

/** Both values of each field, of which one is kept. */
export function Conflicts({ conflict, choices, onChoose, places }: ConflictsProps) {
  const section = useRef<HTMLElement>(null)
  const [{ data }] = useQuery({ query: PixelsToChoose, pause: !conflict.names.includes('pixelIds') })
  const labelled = [...(places?.tags?.nodes ?? []), ...(data?.pixelsConnection?.nodes ?? [])]
  // The button that was pressed is at the end of the window.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <section ref={section} className={styles.conflicts} aria-label={t('edit.conflict')}>
      <p role="alert">{t('edit.conflict')}</p>
      {conflict.names.map((name) => (
        <fieldset key={name}>
          <legend>{t(labels[name] ?? 'form.title')}</legend>
          {(['own', 'saved'] as const).map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name={name}
                checked={choices[name] === choice}
                onChange={() => onChoose(name, choice)}
              />
              <span>
                {t(`edit.conflict.${choice}`)}: <b>{textOf(name, conflict[choice][name], places, labelled)}</b>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </section>
  )
}

function textOf(
  name: keyof LinkDraft,
  value: LinkDraft[keyof LinkDraft],
  places: PlacesQuery | undefined,
  labelled: readonly { readonly id: string; readonly name: string }[],
): string {
  const folders = places?.folders?.nodes ?? []
  if (typeof value === 'boolean') return t(`activity.is.${value}`)
  if (typeof value !== 'string')
    return value.map((id) => labelled.find((each) => each.id === id)?.name ?? id).join(', ') || t('form.none')
  if (value === '') return t('form.none')
  if (name === 'folderId') return folders.find(({ id }) => id === value)?.name ?? value
  return name === 'startsAt' || name === 'expiresAt' ? formatInstant(value) : value
}
