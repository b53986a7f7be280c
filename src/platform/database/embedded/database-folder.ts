/** The folder of the embedded database, in the data folder. */
export const databaseFolder = 'database'
