import { useMutation } from 'urql'
import type { FolderRowFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { RenameDialog } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CreateFolder } from '../link-form/link-form.graphql.ts'
import { LabelList, LinkCount } from './label-list.tsx'
import { DeleteFolder, FoldersToSet, RenameFolder } from './labels.graphql.ts'

export function FolderList() {
  return (
    <LabelList
      title={t('labels.folders')}
      none={t('labels.noFolders')}
      lead={t('labels.foldersLead')}
      query={FoldersToSet}
      listOf={({ folders }) => folders}
      row={({ id, name, urlCount }) => (
        <>
          <span>
            <Icon name="folder" /> {name}
          </span>
          <LinkCount href={`/?folder=${id}`} count={urlCount} />
        </>
      )}
      create={t('form.newFolder')}
      New={NewFolder}
      edit={t('keys.rename')}
      Edit={EditFolder}
      deletion={DeleteFolder}
      deleted={({ name }) => t('labels.folderDeleted', { name })}
    />
  )
}

function NewFolder({ onClose }: { readonly onClose: () => void }) {
  const [state, create] = useMutation(CreateFolder)
  return (
    <RenameDialog
      title={t('form.newFolder')}
      label={t('labels.name')}
      name=""
      maxLength={64}
      state={state}
      onClose={onClose}
      onRename={async (name) => (await create({ name })).data?.createFolder && onClose()}
    />
  )
}

interface EditFolderProps {
  readonly label: FolderRowFragment
  readonly onClose: () => void
}

function EditFolder({ label: { id, name }, onClose }: EditFolderProps) {
  const [state, rename] = useMutation(RenameFolder)
  return (
    <RenameDialog
      title={t('keys.renameTitle', { name })}
      label={t('labels.name')}
      name={name}
      maxLength={64}
      state={state}
      onClose={onClose}
      onRename={async (changed) => (await rename({ id, name: changed })).data?.updateFolder && onClose()}
    />
  )
}
