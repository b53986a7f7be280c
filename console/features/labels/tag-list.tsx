import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { TagColor, TagRowFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog, type FormState } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { Tag } from '../../ui/tag.tsx'
import { CreateTag } from '../link-form/link-form.graphql.ts'
import { tagColors } from '../link-form/place-section.tsx'
import { LabelList, LinkCount } from './label-list.tsx'
import { ChangeTag, DeleteTag, MergeTags, TagsToMerge, TagsToSet } from './labels.graphql.ts'

export function TagList() {
  return (
    <LabelList
      title={t('form.tags')}
      none={t('labels.noTags')}
      lead={t('labels.tagsLead')}
      query={TagsToSet}
      listOf={({ tags }) => tags}
      row={({ id, name, color, urlCount }) => (
        <>
          <Tag name={name} color={color} />
          <LinkCount href={`/?tag=${id}`} count={urlCount} />
        </>
      )}
      create={t('form.newTag')}
      New={NewTag}
      edit={t('link.edit')}
      Edit={EditTag}
      more={{ name: t('labels.merge'), icon: 'arrow', Dialog: MergeTag }}
      deletion={DeleteTag}
      deleted={({ name }) => t('labels.tagDeleted', { name })}
    />
  )
}

function NewTag({ onClose }: { readonly onClose: () => void }) {
  const [state, create] = useMutation(CreateTag)
  return (
    <TagForm
      title={t('form.newTag')}
      tag={{ name: '', color: 'BLUE' }}
      state={state}
      onClose={onClose}
      onSave={async (tag) => Boolean((await create(tag)).data?.createTag)}
    />
  )
}

function EditTag({
  label: { id, name, color },
  onClose,
}: {
  readonly label: TagRowFragment
  readonly onClose: () => void
}) {
  const [state, change] = useMutation(ChangeTag)
  return (
    <TagForm
      title={t('labels.editTitle', { name })}
      tag={{ name, color }}
      state={state}
      onClose={onClose}
      onSave={async (tag) => Boolean((await change({ id, ...tag })).data?.updateTag)}
    />
  )
}

type TagDraft = Pick<TagRowFragment, 'name' | 'color'>

interface TagFormProps {
  readonly title: string
  readonly tag: TagDraft
  readonly state: FormState
  readonly onClose: () => void
  /** Whether it was saved. */
  readonly onSave: (tag: TagDraft) => Promise<boolean>
}

function TagForm({ title, tag, state, onClose, onSave }: TagFormProps) {
  const [draft, setDraft] = useState(tag)
  const name = draft.name.trim()
  return (
    <FormDialog
      title={title}
      action={t('edit.save')}
      state={state}
      fields={['name']}
      isIncomplete={!name}
      onClose={onClose}
      onSubmit={async () => (await onSave({ ...draft, name })) && onClose()}
    >
      <Field
        label={t('labels.name')}
        autoFocus
        maxLength={64}
        value={draft.name}
        onChange={(text) => setDraft({ ...draft, name: text })}
        problem={problemOf(state.error)?.fields.name}
        hint={t('labels.everywhere')}
      />
      <Select<TagColor>
        label={t('labels.color')}
        value={draft.color}
        options={tagColors.map((color) => [color, t(`labels.color.${color}`)] as const)}
        onChange={(color) => setDraft({ ...draft, color })}
        hint={<Tag name={name || t('form.newTag')} color={draft.color} />}
      />
    </FormDialog>
  )
}

/** Gives the links of one tag another one, and ends it. */
function MergeTag({ label, onClose }: { readonly label: TagRowFragment; readonly onClose: () => void }) {
  const { id, name, urlCount } = label
  const [search, setSearch] = useState('')
  const [intoId, setIntoId] = useState('')
  const [{ data }] = useQuery({ query: TagsToMerge, variables: { search: search.trim() || null } })
  const [state, merge] = useMutation(MergeTags)
  const others = (data?.tags?.nodes ?? []).filter((tag) => tag.id !== id)
  const into = others.find((tag) => tag.id === intoId)
  return (
    <FormDialog
      title={t('labels.mergeTitle', { name })}
      action={t('labels.mergeNow')}
      state={state}
      isIncomplete={!into}
      onClose={onClose}
      onSubmit={async () => {
        const { data: merged } = await merge({ id, intoId })
        if (!merged?.mergeTags) return
        notify(t('labels.merged', { name, into: merged.mergeTags.name }))
        onClose()
      }}
    >
      {others.length > 20 && <Field label={t('labels.find')} value={search} onChange={setSearch} />}
      <Select
        label={t('labels.mergeInto')}
        value={into ? intoId : ''}
        options={[['', t('form.chooseTemplate')], ...others.map((tag) => [tag.id, tag.name] as const)]}
        onChange={setIntoId}
        hint={t('labels.mergeLead', { count: urlCount, name })}
      />
    </FormDialog>
  )
}
