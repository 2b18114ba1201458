/** Patterns of the treebank tokenizer: emoticons, addresses, file names, numbers and units. */

export const EMOTICON = /^(?:[<>]?[:;=8xX][-o*']?[)\](}{[dDpP/\\|@]{1,3}|[)\](}{[]{1,3}[-o*']?[:;=]|<3|\^_*\^|[oO]_[oO]|:['’]\()$/;
const URL = /^(?:(?:https?|ftp|file):\/\/|www\.|mailto:)[^\s<>"]+/i;
const EMAIL = /^[\w.+%-]+@[\w-]+(?:\.[\w-]+)*/;
const DOMAIN =
  /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|edu|gov|mil|info|biz|uk|ca|de|fr|au|tv|us|eu|ru|in|co)(?:\/[^\s<>"]*)?(?![\w])/i;
const NEWSGROUP = /^[a-z]+(?:\.[a-z-]{2,}){2,}(?![\w])/;
const FILE_NAME = /^[\w#-]+(?:\.[\w-]+)*\.(?:docx?|xlsx?|pdf|txt|html?|jpe?g|gif|png|zip|pptx?|exe|csv|url|php|mp3)(?![\w])/i;
export const NUMBER = /^(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.:/]\d+)+|\d*\.?\d+)/;
export const PHONE = /^(?:\d{1,2}[-.])?(?:\(?\d{3}\)?[-./])?\d{3}[-.]\d{4}(?!\d)|^\d{1,4}-\d{1,2}-\d{1,4}(?![\w-])/;
export const NUMBER_ENDING = /^(?:st|nd|rd|th|s|['’]s)(?![\p{L}\p{N}])/iu;
export const UNIT =
  /^(?:am|pm|a\.m\.?|p\.m\.?|k|m|b|bn|mm|cm|km|kg|g|lb|lbs|oz|ft|in|mph|gb|mb|kb|mg|ml|hr|hrs|min|mins|yr|yrs)(?![\p{L}\p{N}])/iu;

/** Length of the address or file name at the start of a text; 0 where there is none. */
export function addressLength(rest: string): number {
  if (rest.includes('/') || rest.startsWith('www.') || rest.startsWith('mailto:')) {
    const url = URL.exec(rest);
    if (url) return url[0].length;
  }
  if (rest.includes('@')) {
    const email = EMAIL.exec(rest);
    if (email) return email[0].length;
  }
  if (rest.includes('.')) {
    const name = DOMAIN.exec(rest) ?? FILE_NAME.exec(rest) ?? NEWSGROUP.exec(rest);
    if (name) return name[0].length;
  }
  return 0;
}
