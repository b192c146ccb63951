/** Where the file of judged releases is, below the page's `<base>`. */
export const JUDGED_EXPORT = ROUTES.exportJudgedPairs[1].slice(1)
