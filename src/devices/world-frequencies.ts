// Value frequencies of the world at large, so that a fresh environment starts sane. Made by scripts/build-frequencies.mjs.

/**
 * Shares of devices that hold the value of a frequency key: 123 values of 0.002 and more, out of 8000 fingerprints
 * of fingerprint-generator 2.1.88, a Bayesian network trained on real traffic.
 */
const LISTED = `
f:uC-JEBec6lAez8CUL3I16Q	0.264	s:Windows 1536,864 1536,816 1.25	0.113	f:THZGcyXy68X4Ayn-PajnXA	0.109
f:PSQgUgX5Ec-N1c2HseVitg	0.105	s:Windows 1920,1080 1920,1032 1	0.0986	h:cv7dzLwbmZs3hucLRXpsbQ	0.0855
f:iOS Gill Sans,Helvetica Neue,Menlo	0.0674	h:QrVX8s_vb9XpdTf9xlg3LQ	0.0669	f:lhXdQ0bqxr5d1CriVM6Few	0.0587
f:LJzEsgg8OSABMdwqO0Gm-w	0.0354	s:Windows 1920,1080 1920,1040 1	0.0336	s:Windows 1280,720 1280,672 1.5	0.0320
s:Windows 1366,768 1366,728 1	0.0246	f:Android sans-serif-thin	0.0203	s:Windows 1366,768 1366,720 1	0.0177
s:Windows 1536,864 1536,824 1.25	0.0160	s:iOS 402,874 402,874 3	0.0159	s:Windows 2560,1440 2560,1392 1	0.0154
s:Windows 2560,1440 2560,1440 1	0.0152	s:Windows 1680,1050 1680,1050 1.25	0.0144	s:iOS 393,852 393,852 3	0.0140
s:Windows 1920,1080 1920,1080 1	0.0139	s:iOS 440,956 440,956 3	0.0129	s:Windows 1536,864 1536,864 1.25	0.0126
s:macOS 1470,956 1470,923 2	0.0125	s:Windows 1536,960 1536,912 1.25	0.0121	f:0OuyIs-Ye9PHwBehRRscsQ	0.0119
s:macOS 1680,1050 1680,1050 2	0.0114	s:Windows 1280,800 1280,752 1.5	0.0112	s:macOS 1512,982 1512,949 2	0.00937
f:Linux PMingLiU	0.00937	s:macOS 1440,900 1440,900 2	0.00925	s:macOS 1920,1080 1920,1050 1	0.00900
f:Qj85X5xBgi3CqRq72RKEdg	0.00875	s:iOS 390,844 390,844 3	0.00863	f:sx4_49E7PhmlwXaZ5MWx3w	0.00813
f:kmdseKrhsiFW74iFz2CqSQ	0.00762	f:nul0BkVJ9I7wgCn1napsmg	0.00713	f:Windows Calibri	0.00675
s:iOS 430,932 430,932 3	0.00662	f:1AAdikH_lfQxtfqQIBNzbg	0.00625	s:macOS 1440,900 1440,870 2	0.00588
s:Windows 3440,1440 3440,1392 1	0.00588	s:Windows 1707,1067 1707,1019 1.5	0.00575	s:Linux 1920,1080 1920,1080 1	0.00562
s:Windows 1280,720 1280,680 1.5	0.00537	s:macOS 1920,1080 1920,1050 2	0.00513	f:Py39qwRYPP49WDDn53XsFw	0.00500
s:Windows 1280,720 1280,720 1.5	0.00500	f:eWfI1im3rak_NEJpvUasFA	0.00475	f:ZZje0k02yRIdWfrd_-FllQ	0.00462
h:1KqxpPlo4P-UIizbUqyKbw	0.00462	h:rTMvgFaMYCms4kkRUwwoMQ	0.00462	h:OHC5ZfjPSVCEo3rkymZV2g	0.00450
f:KxAMM8JalRZ1uedtNyo7cg	0.00450	h:5JwT7TfnQkBsOcIRb-i2uQ	0.00450	f:tJid8EAD9fkgdqsldKsRSQ	0.00438
f:n1prtAATICWOk-WoI1poOg	0.00438	s:Windows 2560,1440 2560,1392 1.5	0.00438	s:macOS 1728,1117 1728,1084 2	0.00438
f:mnGbEsFWycwtrDh1NRvLZA	0.00400	s:macOS 1920,1080 1920,1080 1	0.00400	s:Windows 1366,768 1366,768 1	0.00400
s:Windows 1440,900 1440,852 2	0.00387	f:PxhWsGQGCiEgZNqktIGMvw	0.00375	h:Gi1wP2ynBVzvLC0a00Tp9w	0.00375
s:macOS 1512,982 1512,950 2	0.00375	s:macOS 1470,956 1470,924 2	0.00375	f:Srq26u0ylLNaWREG7tdhBw	0.00375
s:Windows 1920,1200 1920,1152 1	0.00363	s:macOS 1920,1080 1920,1080 2	0.00363	f:QrFU8l1lDFnOcClaYOT4Nw	0.00350
f:dpn1tBua_3pdUVTV8LqI5g	0.00350	h:jgMXu6b4ppxYJu7kKk3BtA	0.00350	f:XB4LJePJSazbj06VMXZvyA	0.00337
s:macOS 1920,1080 1920,1055 1	0.00337	h:Z2SHo8ICBuAavf6A0mQfOQ	0.00325	s:macOS 2560,1440 2560,1410 1	0.00325
h:lcKKHExbn_TuB7OHVBmj8Q	0.00325	s:macOS 2560,1440 2560,1410 2	0.00325	s:Windows 1440,900 1440,900 1	0.00325
h:KQEoBJ76zc3IvjERtcsyXQ	0.00325	s:Windows 1600,900 1600,860 1	0.00325	f:Linux Calibri	0.00313
f:wM8ID4RnPjLSSjY_y4W9Ew	0.00313	f:_mXNZ58R7PwzRm1O7yPcKQ	0.00313	h:bckUR3Dyjezjj7wPdMSnuQ	0.00313
s:Windows 1680,1050 1680,1050 1	0.00313	s:macOS 1440,900 1440,875 2	0.00300	h:yhl5l7goUscDUt__h4gcKQ	0.00287
f:Ug5SQnjJ9qFkQc_syWrwKg	0.00287	s:iOS 428,926 428,926 3	0.00287	h:UrMNWfbIHzN-t_nmOhHO9g	0.00287
s:iOS 414,896 414,896 2	0.00275	h:YjrWD9qxN9ndKzOv0jjhkA	0.00275	s:macOS 3440,1440 3440,1410 1	0.00275
h:Mbpmax6qDxOvkrHua_ZJpQ	0.00275	s:macOS 1710,1107 1710,1073 2	0.00263	s:Windows 1280,800 1280,752 2	0.00263
f:lY5xfWkjXverB9YS6O66iw	0.00263	f:xN7OHtZ-T8J7TWaccsO1Pw	0.00250	s:Linux 2560,1440 2560,1440 1	0.00250
s:macOS 2560,1440 2560,1440 2	0.00250	h:ZESe9T3fTY8dT5mKCx06ZQ	0.00250	f:o4AWb03cDQBUM9GTMDkBkw	0.00250
s:Windows 1600,900 1600,852 1	0.00250	s:Windows 1280,800 1280,800 1.5	0.00237	s:Windows 2048,1152 2048,1104 1.25	0.00237
s:Windows 2560,1080 2560,1032 1	0.00237	f:EL-BFcq68PBa0-l-5FKygg	0.00225	s:Windows 1504,1003 1504,955 1.5	0.00213
s:macOS 2560,1440 2560,1440 1	0.00213	h:bOV7lKS3KlWJcktWppmvzQ	0.00213	h:_u7oejFEOHVfHf0polBxvg	0.00213
h:MTHUB7iKQJnyzu1HTjwMxg	0.00213	h:ihORD6183E7GdRR33w-apw	0.00213	f:4GCUfZX1DGo2BUv_Olw4Ng	0.00213
h:qwk6XVlSeCK4bHqOkhRrAg	0.00200	f:4xmsRgrXVBJKFGC4FsNXig	0.00200	s:Windows 2752,1152 2752,1104 1.25	0.00200
h:MON94xcH-V1hmbIdxL9MSg	0.00200	h:R1n0W7GA6fGzYGwpPXN5yg	0.00200	h:qS9zq_LyuRgKSlj2MFqzKA	0.00200
`;

/**
 * By system and kind of key: the share of a value that is not listed. `h` hardware, `s` screen, `f` fonts, from the
 * same fingerprints; `t` time zone and `l` languages by how often two random users of FP-Stalker's public sample agree.
 */
const UNLISTED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  Windows: { h: 0.00021, s: 0.00053, f: 0.00056, t: 0.19, l: 0.063 },
  Android: { h: 0.00013, s: 0.00037, f: 0.00019, t: 0.19, l: 0.063 },
  macOS: { h: 0.00048, s: 0.0005, f: 0.0004, t: 0.19, l: 0.063 },
  iOS: { h: 0.00013, s: 0.0011, f: 0.002, t: 0.19, l: 0.063 },
  Linux: { h: 0.00013, s: 0.00028, f: 0.00066, t: 0.19, l: 0.063 },
  iPadOS: { h: 0.00013, s: 0.0011, f: 0.002, t: 0.19, l: 0.063 },
  other: { h: 0.00048, s: 0.0011, f: 0.002, l: 0.063, t: 0.19 },
};

export const WORLD = { values: parse(LISTED), unlisted: UNLISTED };

function parse(text: string): ReadonlyMap<string, number> {
  const fields = text.trim().split(/[\t\n]/);
  const values = new Map<string, number>();
  for (let index = 0; index < fields.length; index += 2) values.set(fields[index] as string, Number(fields[index + 1]));
  return values;
}
