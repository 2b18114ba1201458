const irr: Record<string,string> = {win:'won',go:'went',take:'took',make:'made',get:'got',come:'came',eat:'ate',write:'wrote',run:'ran',know:'knew',become:'became',begin:'began',fly:'flew',fall:'fell',feel:'felt',find:'found',speak:'spoke',sell:'sold',give:'gave',see:'saw',have:'had',lead:'led',lose:'lost',leave:'left',keep:'kept',put:'put',let:'let',build:'built',send:'sent',wear:'wore',drink:'drank',bring:'brought',buy:'bought',think:'thought',tell:'told',teach:'taught',fight:'fought',meet:'met',sing:'sang',ride:'rode',grow:'grew',hold:'held',hurt:'hurt',break:'broke',die:'died',say:'said',spend:'spent'};
export function inflectVerb(l: string, t: string): string {
  if (t==='VBD'||t==='VBN') return irr[l] ?? (l.endsWith('e')?l+'d':/[^aeiou]y$/.test(l)?l.slice(0,-1)+'ied':l+'ed');
  if (t==='VBZ') return /(s|x|z|ch|sh|o)$/.test(l)?l+'es':/[^aeiou]y$/.test(l)?l.slice(0,-1)+'ies':l+'s';
  return l.endsWith('e')?l.slice(0,-1)+'ing':l+'ing';
}
