/** Irregular English verbs: base, past tense, past participle (one form where both are alike). */

const LIST = `
arise arose arisen,awake awoke awoken,bear bore borne,beat beat beaten,become became become,begin began begun,bend bent,bet bet,bid bid,bind bound,bite bit bitten,
bleed bled,blow blew blown,break broke broken,breed bred,bring brought,broadcast broadcast,build built,burst burst,buy bought,cast cast,catch caught,choose chose chosen,
cling clung,come came come,cost cost,creep crept,cut cut,deal dealt,dig dug,do did done,draw drew drawn,drink drank drunk,drive drove driven,eat ate eaten,fall fell fallen,
feed fed,feel felt,fight fought,find found,flee fled,fling flung,fly flew flown,forbid forbade forbidden,forecast forecast,foresee foresaw foreseen,forget forgot forgotten,
forgive forgave forgiven,forgo forwent forgone,forsake forsook forsaken,freeze froze frozen,get got,give gave given,go went gone,grind ground,grow grew grown,hang hung,
have had,hear heard,hide hid hidden,hit hit,hold held,hurt hurt,input input,keep kept,kneel knelt,know knew known,lay laid,lead led,leave left,lend lent,let let,lie lay lain,light lit,
lose lost,make made,mean meant,meet met,mislead misled,mistake mistook mistaken,misunderstand misunderstood,offset offset,overcome overcame overcome,overdo overdid overdone,
overhear overheard,override overrode overridden,oversee oversaw overseen,overtake overtook overtaken,overthrow overthrew overthrown,partake partook partaken,pay paid,put put,
quit quit,read read,rebuild rebuilt,redo redid redone,remake remade,repay repaid,reset reset,resell resold,rethink rethought,rewrite rewrote rewritten,rid rid,ride rode ridden,ring rang rung,rise rose risen,
run ran run,say said,see saw seen,seek sought,sell sold,send sent,set set,sew sewed sewn,shake shook shaken,shed shed,shine shone,shoot shot,show showed shown,shrink shrank shrunk,
shut shut,sing sang sung,sink sank sunk,sit sat,slay slew slain,sleep slept,slide slid,sling slung,slit slit,sow sowed sown,speak spoke spoken,speed sped,spend spent,spin spun,
spit spat,split split,spread spread,spring sprang sprung,stand stood,steal stole stolen,stick stuck,sting stung,stink stank stunk,stride strode stridden,strike struck,string strung,
strive strove striven,swear swore sworn,sweep swept,swell swelled swollen,swim swam swum,swing swung,take took taken,teach taught,tear tore torn,tell told,think thought,
throw threw thrown,thrust thrust,tread trod trodden,undergo underwent undergone,understand understood,undertake undertook undertaken,undo undid undone,unwind unwound,uphold upheld,upset upset,
wake woke woken,wear wore worn,weave wove woven,weep wept,win won,wind wound,withdraw withdrew withdrawn,withhold withheld,withstand withstood,wring wrung,write wrote written,
mow mowed mown,sublet sublet,outdo outdid outdone,outgrow outgrew outgrown,outrun outran outrun,outsell outsold,retake retook retaken,rerun reran rerun,retell retold,undersell undersold,
wed wed,crossbreed crossbred,beget begot begotten,behold beheld,beset beset,bestride bestrode bestridden,cleave clove cloven,foretell foretold,hew hewed hewn,inset inset,interweave interwove interwoven,saw sawed sawn,shear sheared shorn,smite smote smitten
`;

export interface IrregularVerb {
  past: string;
  participle: string;
}

export const IRREGULAR_VERBS: ReadonlyMap<string, IrregularVerb> = new Map(
  LIST.replaceAll('\n', '')
    .split(',')
    .map((entry) => {
      const [base, past, participle = past] = entry.split(' ');
      return [base, { past, participle }];
    }),
);
