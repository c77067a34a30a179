"""Writes gguf-blocks.txt: one random block per type of GGUF, and the floats it stands for, by numpy."""
import sys
import numpy as np, struct
f32=np.float32
def half(b,o): return f32(np.frombuffer(b[o:o+2],dtype='<f2')[0])
def q4_1(b):
    d,m=half(b,0),half(b,2); q=np.frombuffer(b[4:20],np.uint8)
    return np.concatenate([q&15,q>>4]).astype(f32)*d+m
def q5(b,one):
    o=4 if one else 2
    d=half(b,0); m=half(b,2) if one else f32(0)
    qh=struct.unpack_from('<I',b,o)[0]; q=np.frombuffer(b[o+4:o+20],np.uint8)
    lv=np.concatenate([q&15,q>>4]).astype(np.int32)+np.array([16*((qh>>i)&1) for i in range(32)])
    return lv.astype(f32)*d+m if one else (lv-16).astype(f32)*d
def q4_0(b):
    q=np.frombuffer(b[2:18],np.uint8); return (np.concatenate([q&15,q>>4]).astype(np.int32)-8).astype(f32)*half(b,0)
def q8_0(b): return np.frombuffer(b[2:34],np.int8).astype(f32)*half(b,0)
KV=np.array([-127,-104,-83,-65,-49,-35,-22,-10,1,13,25,38,53,69,89,113],dtype=f32)
def iq4nl(b):
    q=np.frombuffer(b[2:18],np.uint8); return half(b,0)*KV[np.concatenate([q&15,q>>4])]
def iq4xs(b):
    d=half(b,0); sh=struct.unpack_from('<H',b,2)[0]; sl=b[4:8]; out=[]
    for i in range(8):
        nib=sl[i//2]&15 if i%2==0 else sl[i//2]>>4
        s=(nib|(((sh>>(2*i))&3)<<4))-32
        q=np.frombuffer(b[8+16*i:24+16*i],np.uint8)
        out.append(f32(d*f32(s))*KV[np.concatenate([q&15,q>>4])])
    return np.concatenate(out)
def kscales(s):
    s=list(s); sc=[];m=[]
    for j in range(4): sc.append(s[j]&63); m.append(s[j+4]&63)
    for j in range(4): sc.append((s[8+j]&15)|((s[j]>>6)<<4)); m.append((s[8+j]>>4)|((s[4+j]>>6)<<4))
    return sc,m
def q45k(b,five):
    d,dm=half(b,0),half(b,2); sc,m=kscales(b[4:16])
    qh=np.frombuffer(b[16:48],np.uint8) if five else None
    qs=np.frombuffer(b[48:176] if five else b[16:144],np.uint8).reshape(4,32); out=[]
    for j in range(8):
        q=(qs[j//2]&15 if j%2==0 else qs[j//2]>>4).astype(np.int32)
        if five: q=q+16*((qh>>j)&1)
        out.append(f32(d*f32(sc[j]))*q.astype(f32)-f32(dm*f32(m[j])))
    return np.concatenate(out)
def q6k(b):
    ql=np.frombuffer(b[:128],np.uint8).reshape(2,64); qh=np.frombuffer(b[128:192],np.uint8).reshape(2,32)
    sc=np.frombuffer(b[192:208],np.int8); d=half(b,208); out=[]
    for n in range(2):
        parts=[(ql[n][:32]&15)|((qh[n]&3)<<4),(ql[n][32:]&15)|(((qh[n]>>2)&3)<<4),(ql[n][:32]>>4)|(((qh[n]>>4)&3)<<4),(ql[n][32:]>>4)|((qh[n]>>6)<<4)]
        for k,p in enumerate(parts):
            v=p.astype(np.int32)-32
            for h in range(2):
                out.append(f32(d*f32(sc[8*n+2*k+h]))*v[16*h:16*h+16].astype(f32))
    return np.concatenate(out)
def q2k(b):
    sc=b[:16]; qs=np.frombuffer(b[16:80],np.uint8).reshape(2,32); d,m=half(b,80),half(b,82); out=[]
    for n in range(2):
        for j in range(4):
            q=(qs[n]>>(2*j))&3
            for h in range(2):
                s=sc[8*n+2*j+h]
                out.append(f32(d*f32(s&15))*q[16*h:16*h+16].astype(f32)-f32(m*f32(s>>4)))
    return np.concatenate(out)
def q3k(b):
    hm=np.frombuffer(b[:32],np.uint8); qs=np.frombuffer(b[32:96],np.uint8).reshape(2,32); s=b[96:108]; d=half(b,108)
    scales=[]
    for j in range(16):
        lo=s[j]&15 if j<8 else s[j-8]>>4
        scales.append((lo|(((s[8+j%4]>>(2*(j//4)))&3)<<4))-32)
    out=[]
    for n in range(2):
        for j in range(4):
            q=((qs[n]>>(2*j))&3).astype(np.int32)-4*(1-((hm>>(4*n+j))&1).astype(np.int32))
            for h in range(2):
                out.append(f32(d*f32(scales[8*n+2*j+h]))*q[16*h:16*h+16].astype(f32))
    return np.concatenate(out)
def tq2(b):
    qs=np.frombuffer(b[:64],np.uint8).reshape(2,32); d=half(b,64)
    return np.concatenate([(((qs[n]>>(2*l))&3).astype(np.int32)-1).astype(f32)*d for n in range(2) for l in range(4)])
T={'Q8_0':(8,34,q8_0),'Q4_0':(2,18,q4_0),'Q4_1':(3,20,q4_1),'Q5_0':(6,22,lambda b:q5(b,False)),'Q5_1':(7,24,lambda b:q5(b,True)),'Q2_K':(10,84,q2k),'Q3_K':(11,110,q3k),'Q4_K':(12,144,lambda b:q45k(b,False)),'Q5_K':(13,176,lambda b:q45k(b,True)),'Q6_K':(14,210,q6k),'IQ4_NL':(20,18,iq4nl),'IQ4_XS':(23,136,iq4xs),'TQ2_0':(35,66,tq2)}
rng=np.random.default_rng(35)
out=sys.stdout
for name,(code,size,fn) in T.items():
    # random bytes; scales are halves between 0.25 and 4
    b=bytearray(rng.integers(0,256,size,dtype=np.uint8).tobytes())
    where={'Q2_K':[80,82],'Q3_K':[108],'Q6_K':[208],'TQ2_0':[64],'Q4_1':[0,2],'Q5_1':[0,2],'Q4_K':[0,2],'Q5_K':[0,2]}.get(name,[0])
    for o in where: b[o:o+2]=np.float16(rng.uniform(0.25,4)*(1 if rng.integers(2) else -1)).tobytes()
    v=fn(bytes(b)).astype('<f4')
    assert len(v)==(256 if size>40 else 32) and np.isfinite(v).all(), name
    out.write(f"{name} {bytes(b).hex()} {' '.join(format(x,'x') for x in v.view('<u4'))}\n")
