import { useState } from 'react'
import { useMutation } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { PlacesQuery, TagColor } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'
import type { FormProps } from './draft.ts'
import { CreateFolder, CreateTag } from './link-form.graphql.ts'
import styles from './link-form.module.css'
import { Section } from './section.tsx'

export const tagColors: readonly TagColor[] = ['BLUE', 'GREEN', 'ORANGE', 'PURPLE', 'PINK', 'YELLOW', 'RED', 'GRAY']

/** Folder and tags; new ones are made on the way. The field of a new tag finds the tags that are there. */
export function PlaceSection({ draft, onChange, places }: FormProps & { readonly places: PlacesQuery | undefined }) {
  const folders = places?.folders?.nodes ?? []
  const tags = places?.tags?.nodes ?? []
  const [, createFolder] = useMutation(CreateFolder)
  const [, createTag] = useMutation(CreateTag)
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase()
  // Chosen tags stay in view, whatever is searched for.
  const shown = tags.filter(({ id, name }) => draft.tagIds.includes(id) || name.toLowerCase().includes(words))
  const chosen = tags.filter(({ id }) => draft.tagIds.includes(id))
  const folder = folders.find(({ id }) => id === draft.folderId)
  const parts = [folder?.name, ...chosen.map(({ name }) => `#${name}`)].filter(Boolean)
  const toggle = (id: string) => {
    const others = draft.tagIds.filter((each) => each !== id)
    onChange({ tagIds: others.length === draft.tagIds.length ? [...others, id] : others })
  }
  return (
    <Section
      icon="folder"
      name={t('form.place')}
      summary={parts.join(' · ') || t('form.none')}
      isSet={parts.length > 0}
    >
      <Select
        label={t('form.folder')}
        value={draft.folderId}
        options={[['', t('links.noFolder')], ...folders.map(({ id, name }) => [id, name] as const)]}
        onChange={(folderId) => onChange({ folderId })}
      />
      <NewOne
        label={t('form.newFolder')}
        onAdd={async (name) => {
          const { data, error } = await createFolder({ name })
          if (data?.createFolder) onChange({ folderId: data.createFolder.id })
          return problemOf(error)?.message
        }}
      />
      <NewOne
        label={t(tags.length > 0 ? 'form.findTag' : 'form.newTag')}
        onType={setSearch}
        onAdd={async (name) => {
          const known = tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase())
          if (known) {
            if (!draft.tagIds.includes(known.id)) toggle(known.id)
            return undefined
          }
          const color = tagColors[tags.length % tagColors.length] ?? 'GRAY'
          const { data, error } = await createTag({ name, color })
          if (data?.createTag) toggle(data.createTag.id)
          return problemOf(error)?.message
        }}
      />
      <fieldset className={styles.tags}>
        <legend>{t('form.tags')}</legend>
        {shown.map(({ id, name }) => (
          <button key={id} type="button" aria-pressed={draft.tagIds.includes(id)} onClick={() => toggle(id)}>
            {name}
          </button>
        ))}
      </fieldset>
    </Section>
  )
}

function NewOne({
  label,
  onAdd,
  onType,
}: {
  readonly label: string
  readonly onType?: (name: string) => void
  /** Resolves with what is wrong. */
  readonly onAdd: (name: string) => Promise<string | undefined>
}) {
  const [name, setName] = useState('')
  const type = (text: string) => {
    setName(text)
    onType?.(text)
  }
  const add = async () => {
    if (!name.trim()) return
    const problem = await onAdd(name.trim())
    if (problem) notify(problem, { isProblem: true })
    else type('')
  }
  return (
    <Field
      label={label}
      isLabelHidden
      placeholder={label}
      value={name}
      onChange={type}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !name.trim()) return undefined
        // The form would create the link.
        event.preventDefault()
        return add()
      }}
      suffix={
        name.trim() && (
          <Button kind="quiet" icon="plus" onPress={add}>
            {t('form.add')}
          </Button>
        )
      }
    />
  )
}
