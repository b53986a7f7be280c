import packageFile from '../../../package.json' with { type: 'json' }

/** The version of this program. The build replaces `BUILD_COMMIT` by the commit, if it was given one. */
export const programVersion = {
  version: packageFile.version,
  /** The git commit, null when the program was built without its name. */
  commit: process.env.BUILD_COMMIT?.slice(0, 12) || null,
} as const

/** The version in one text, such as `0.2.0` or `0.2.0 (715ef543)`. */
export const programVersionText = programVersion.commit
  ? `${programVersion.version} (${programVersion.commit})`
  : programVersion.version
